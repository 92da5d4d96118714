/** A key or chord as it is written on the keyboard: `Ctrl Z`. */
export function Kbd({ children }: { readonly children: string }) {
  return <kbd className="ui-kbd">{children}</kbd>;
}
