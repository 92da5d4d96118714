/** Number of warnings per kind that are listed in full; the others are counted. */
const shownPerKind = 5;
const kindsShown = 12;

/**
 * Parts that a reader skipped or repaired. Warnings of one kind are listed a few times and then counted, so that a file with
 * a million broken lines gives a short list.
 */
export class WarningList {
  private readonly kinds = new Map<string, { readonly shown: string[]; count: number }>();
  private kindsLeftOut = 0;

  /** `kind` is a plural phrase for the summary (`faces with an index out of range`). `sentence` is built only when shown. */
  add(kind: string, sentence: () => string): void {
    let entry = this.kinds.get(kind);
    if (entry === undefined) {
      if (this.kinds.size >= kindsShown) {
        this.kindsLeftOut++;
        return;
      }
      entry = { shown: [], count: 0 };
      this.kinds.set(kind, entry);
    }
    entry.count++;
    if (entry.shown.length < shownPerKind) entry.shown.push(sentence());
  }

  /** Returns the number of warnings of `kind`. */
  count(kind: string): number {
    return this.kinds.get(kind)?.count ?? 0;
  }

  sentences(): string[] {
    const sentences: string[] = [];
    for (const [kind, { shown, count }] of this.kinds) {
      sentences.push(...shown);
      if (count > shown.length) sentences.push(`${count - shown.length} more ${kind}`);
    }
    if (this.kindsLeftOut > 0) sentences.push(`${this.kindsLeftOut} more warnings of other kinds`);
    return sentences;
  }
}
