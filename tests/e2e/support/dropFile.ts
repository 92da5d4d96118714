import type { Page } from '@playwright/test';

/** Drops a file on what the selector finds, as a file manager does: over it first, then let go. */
export async function dropFile(page: Page, selector: string, name: string, text: string): Promise<void> {
  const files = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], fileName));
      return transfer;
    },
    [name, text] as const,
  );
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await page.dispatchEvent(selector, type, { dataTransfer: files });
  }
  await files.dispose();
}
