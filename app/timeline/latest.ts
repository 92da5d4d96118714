/** The function, giving the result of its last call again while its arguments are the same objects. */
export function latest<A extends readonly unknown[], R>(compute: (...args: A) => R): (...args: A) => R {
  let known: { readonly args: A; readonly result: R } | undefined;
  return (...args) => {
    if (known === undefined || args.some((arg, k) => !Object.is(arg, known!.args[k]))) {
      known = { args, result: compute(...args) };
    }
    return known.result;
  };
}
