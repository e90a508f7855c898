import { describe, expect, test } from 'vitest';
import { renderTemplate } from '../../../src/inference/templates/render.ts';
import { probeConversations, templateFrom } from '../../../src/prompt/template/derive.ts';

const chatMl =
  "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>\\n' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";

/** As Mistral's: turns alternate, the rules stand in the first of them, and a reply ends with the token of that name. */
const mistral = `{{- bos_token }}
{%- if messages[0]['role'] == 'system' %}{%- set system = messages[0]['content'] %}{%- set rest = messages[1:] %}
{%- else %}{%- set rest = messages %}{%- endif %}
{%- for message in rest %}
{%- if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}{{- raise_exception('roles must alternate') }}{%- endif %}
{%- if message['role'] == 'user' %}
{%- if loop.first and system is defined %}{{- '[INST] ' + system + '\\n\\n' + message['content'] + ' [/INST]' }}
{%- else %}{{- '[INST] ' + message['content'] + ' [/INST]' }}{%- endif %}
{%- else %}{{- ' ' + message['content'] + eos_token }}{%- endif %}
{%- endfor %}`;

/** What a template makes of turns, as prompts are written with it; null where it makes none of them. */
const turnsOf = async (source: string, eos: string | null = null) =>
  templateFrom(
    await Promise.all(
      probeConversations.map((messages) => renderTemplate({ source, eos }, messages).catch(() => '')),
    ),
  );

describe('a template in Jinja that no server reads', () => {
  test('31 is written with as turns, and its marks end a reply', async () => {
    expect(await turnsOf(chatMl)).toMatchObject({
      user: { before: '<|im_start|>user\n', after: '<|im_end|>\n' },
      cue: '<|im_start|>assistant\n',
      stop: ['<|im_end|>', '<|im_start|>user', '<|im_start|>assistant'],
    });
  });

  test('31 ends a reply by the token of that name, which is Mistral’s where nobody says it', async () => {
    for (const eos of ['</s>', null]) {
      const turns = await turnsOf(mistral, eos);
      expect(turns).toMatchObject({ assistant: { after: '</s>' }, user: { before: '[INST] ' } });
      expect(turns?.stop).toContain('</s>');
    }
    await expect(
      renderTemplate({ source: '{{ eos_token }}', eos: null }, [{ role: 'user', content: 'Hi' }]),
    ).rejects.toMatchObject({ code: 'no_template' });
  });

  const hi = [{ role: 'user', content: 'Hi' }] as const;
  const far = '{% for a in range(1000000) %}{% for b in range(1000000) %}';
  test.concurrent.each([
    ['goes on without end', `${far}{% endfor %}{% endfor %}`],
    [
      'wants all memory',
      `{% set ns = namespace(t='x') %}${far}{% set ns.t = ns.t + ns.t %}{% endfor %}{% endfor %}`,
    ],
    ['calls itself', '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}'],
    ['writes too much', '{% for a in range(300000) %}xx{% endfor %}'],
    ['is no Jinja', '{% for %}'],
    ['is too long', `${' '.repeat(300_000)}{{ messages }}`],
    ['is empty', ''],
    ['looks for the program', "{{ ''.constructor.constructor('return process')().exit(3) }}"],
    ['refuses', "{{ raise_exception('no') }}"],
  ])('31 that %s is refused, and holds up nobody', async (_, source) => {
    await expect(renderTemplate({ source, eos: '' }, hi)).rejects.toMatchObject({
      family: 'server',
      code: 'no_template',
    });
  });

  test('31 is left when nobody waits any more', async () => {
    const stop = new AbortController();
    const asked = renderTemplate({ source: `${far}{% endfor %}{% endfor %}`, eos: '' }, hi, stop.signal);
    stop.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  });
});
