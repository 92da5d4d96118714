/** The version in package.json, put in by the build. */
declare const DUCTILE_VERSION: string;
