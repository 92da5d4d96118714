import { CoreError } from '../../../src/base/errors.ts';
import { DecoderCore } from './DecoderCore.ts';
import { transferredArrays } from './DisplayFrame.ts';
import type { DecoderAnswer, DecoderQuestion } from './FrameDecoder.ts';
import { TornSender } from './tornTransfer.ts';

/** The worker in which frames are decoded: answers come in the order of the questions. */
const core = new DecoderCore();
let torn = new TornSender();

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
    if (question.kind === 'prepare') {
      torn = new TornSender();
      post({ kind: 'prepared', id, statics: core.prepare(question.bytes) });
    } else {
      const frame = torn.strip(core.decode(question));
      post(
        { kind: 'decoded', id, frame },
        transferredArrays(frame).map(({ buffer }) => buffer as ArrayBuffer),
      );
    }
  } catch (error) {
    const code = error instanceof CoreError ? error.code : 'internal';
    post({ kind: 'failed', id, code, message: error instanceof Error ? error.message : String(error) });
  }
}

onmessage = ({ data }: MessageEvent<DecoderQuestion>) => answer(data);
