import { CoreError } from '../../../src/base/errors.ts';
import { DecoderCore } from './DecoderCore.ts';
import { frameArrays } from './DisplayFrame.ts';
import type { DecoderAnswer, DecoderQuestion } from './FrameDecoder.ts';

/** The worker in which frames are decoded: answers come in the order of the questions. */
const core = new DecoderCore();

function post(answer: DecoderAnswer, transfer: Transferable[] = []): void {
  postMessage(answer, { transfer });
}

function answer(question: DecoderQuestion): void {
  if (question.kind === 'release') {
    core.release(question.arrays);
    return;
  }
  const { id } = question;
  try {
    if (question.kind === 'prepare') post({ kind: 'prepared', id, statics: core.prepare(question.bytes) });
    else {
      const frame = core.decode(question);
      post(
        { kind: 'decoded', id, frame },
        frameArrays(frame).map(({ buffer }) => buffer as ArrayBuffer),
      );
    }
  } catch (error) {
    const code = error instanceof CoreError ? error.code : 'internal';
    post({ kind: 'failed', id, code, message: error instanceof Error ? error.message : String(error) });
  }
}

onmessage = ({ data }: MessageEvent<DecoderQuestion>) => answer(data);
