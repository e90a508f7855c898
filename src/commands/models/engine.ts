import { engineOffer, fetchEngine, isEngineHere } from '../../app/models/engine.ts';
import { SottoError } from '../../domain/errors.ts';
import { define } from '../command.ts';
import { confirmed } from '../confirmed.ts';
import { flag } from '../parameters.ts';

/** `model engine`. */
export const engineCommand = define({
  name: 'model engine',
  group: 'upkeep',
  summary: 'fetch node-llama-cpp into the data directory, for machines without llama-server',
  parameters: {
    yes: flag('--yes', 'do not ask'),
    scripts: flag('--scripts', 'let its install script run'),
  },
  async run({ app }, { yes, scripts }) {
    for (const line of engineOffer(app)) app.person.tell(line);
    if (isEngineHere(app)) return 'the engine is here already';
    if (!yes && !(await confirmed(app, 'fetching an engine', 'Fetch it?')))
      throw new SottoError('interrupted', 'interrupted', 'nothing was fetched');
    await fetchEngine(app, scripts);
    return 'the engine is here: `sotto --model FILE` uses it';
  },
  json: (text) => ({ type: 'engine', text }),
  text: (text) => text,
  only: { side: 'script', why: 'it asks npm, in the terminal' },
});
