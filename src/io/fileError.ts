import { CoreError, type ErrorCode } from '../base/errors.ts';

interface Explanation {
  readonly code: ErrorCode;
  readonly message: string;
  readonly remedy: string;
}

const WRITE_FAILURES: Readonly<Record<string, Explanation>> = {
  ENOSPC: { code: 'disk-full', message: 'the disk is full', remedy: 'Free some space or choose another disk.' },
  EDQUOT: {
    code: 'disk-full',
    message: 'the disk quota is used up',
    remedy: 'Free some space or choose another disk.',
  },
  EFBIG: { code: 'disk-full', message: 'the file grew past what the disk allows', remedy: 'Choose another disk.' },
  EROFS: { code: 'file-unwritable', message: 'the disk is read-only', remedy: 'Choose another folder.' },
  EACCES: { code: 'file-unwritable', message: 'no permission to write here', remedy: 'Choose another folder.' },
  EPERM: { code: 'file-unwritable', message: 'no permission to write here', remedy: 'Choose another folder.' },
  EISDIR: { code: 'file-unwritable', message: 'there is a folder of this name', remedy: 'Choose another name.' },
  ENOTDIR: { code: 'file-unwritable', message: 'a part of the path is a file', remedy: 'Choose another folder.' },
  ENOENT: { code: 'file-unwritable', message: 'the folder does not exist', remedy: 'Create the folder first.' },
};

/** Turns what Node threw about a file into an error that a user can act on; errors of ours pass through. */
export function fileError(cause: unknown, path: string, action: 'read' | 'write'): CoreError {
  if (cause instanceof CoreError) return cause;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? '';
  const text = cause instanceof Error ? cause.message : String(cause);
  if (action === 'write') {
    const known = WRITE_FAILURES[code];
    if (known === undefined) return new CoreError('file-unwritable', `cannot write: ${text}`, { file: path, cause });
    return new CoreError(known.code, known.message, { file: path, remedy: known.remedy, cause });
  }
  if (code === 'ENOENT') return new CoreError('file-missing', 'there is no such file', { file: path, cause });
  return new CoreError('file-unreadable', `cannot read: ${text}`, { file: path, cause });
}
