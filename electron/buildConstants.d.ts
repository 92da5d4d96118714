/** The version in package.json, inserted by the build. */
declare const DUCTILE_VERSION: string;
