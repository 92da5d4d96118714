/** Returns the members that are not undefined. */
export function definedMembers<T extends object>(members: {
  readonly [Name in keyof T]?: T[Name] | undefined;
}): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;
}
