// Messages as a chat template in Jinja writes them, which a thread is given; null where it does not take them. Bundled apart: what
// reads Jinja is seldom needed, and templates come from files that nobody has checked.
import { parentPort, workerData } from 'node:worker_threads';
import { Template } from '@huggingface/jinja';

const { template, messages, eos } = workerData;

function written() {
  try {
    return new Template(template).render({
      messages,
      add_generation_prompt: true,
      bos_token: '',
      eos_token: eos,
    });
  } catch {
    return null;
  }
}

parentPort.postMessage(written());
