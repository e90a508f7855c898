import type { Backend } from './backend.ts';

/** What replies have cost since sotto was started, over all servers, where these say so. */
export class Spending {
  #spent = 0;

  get spent(): number {
    return this.#spent;
  }

  add(cost: number): void {
    this.#spent += cost;
  }
}

const money = (sum: number): string => String(Number(sum.toPrecision(3)));

/** The same server, which is asked nothing more when so much has been spent; a `budget` of 0 is none. What is under way comes to its end. */
export function withBudget(backend: Backend, spending: Spending, budget: number): Backend {
  const complete: Backend['complete'] = async function* (request, signal) {
    if (budget > 0 && spending.spent >= budget) {
      const message = `replies have used up the budget of ${money(budget)} since sotto started; raise it with \`sotto config set backend.budget SUM\`, or restart sotto`;
      yield { type: 'failed', text: '', failure: { code: 'over_budget', message } };
      return;
    }
    for await (const event of backend.complete(request, signal)) {
      if (event.type === 'finished') spending.add(event.usage.cost ?? 0);
      yield event;
    }
  };
  return { ...backend, complete };
}
