const numbered = (family: string, last: number): string[] =>
  Array.from({ length: last }, (_, at) => {
    const digits = String(last).length;
    return `${family}-${String(at + 1).padStart(digits, '0')}`;
  });

const named = (family: string, names: string): string[] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => `${family}-${name}`);

/**
 * The ids of what must be true, by family: cards of the three versions, the assembly of prompts, the roleplay
 * engine, who knows what, agents and memory.
 */
export const rows: Readonly<Record<string, readonly string[]>> = {
  V1: named(
    'V1',
    `FIELDS DEFAULT EMBED-JSON EMBED-PNG WEBP MACRO USER-DEFAULT NAME-SUBST PROMPT FIRST EX-START EX-NAMES
    EX-PRUNE`,
  ),
  V2: named(
    'V2',
    `SPEC V1RULES DEFAULTS MINOR CN-PROMPT CN-SHOW SP-REPLACE SP-EMPTY SP-ORIGINAL SP-SUPPL
    PHI-REPLACE PHI-EMPTY PHI-ORIGINAL PHI-SUPPL AG-SWIPE BOOK-USE BOOK-SAVE BOOK-STACK BOOK-OPT-KEEP BOOK-EXT
    ENT-ORDER ENT-ENABLED ENT-CASE ENT-PRIO ENT-SELECTIVE ENT-CONST ENT-POS ENT-META
    BOOK-SCAN BOOK-BUDGET BOOK-RECUR TAGS CREATOR CV EXT-DEFAULT EXT-KEEP EXT-NS`,
  ),
  V3: named(
    'V3',
    `PNG-1 PNG-2 PNG-3 PNG-4 PNG-5 PNG-6 PNG-7 PNG-8 JSON-1
    CHARX-1 CHARX-2 CHARX-3 CHARX-4 CHARX-5 CHARX-6 CHARX-7
    SPEC VER-1 VER-2 VER-3 VER-4 UNK-1 UNK-2 NEST BOOK CN-1 CN-2 CN-3 CNM NICK SRC-1 SRC-2 SRC-3 SRC-4
    AST-DEF AST-SHAPE AST-URI AST-DEFAULT AST-ICON AST-BG AST-USER AST-EMO AST-NAME AST-EXT AST-KEEP AST-XTYPE
    GOG CDATE MDATE LB-FILE LB-META LB-DEPTH LB-BUDGET LB-REC-T LB-REC-F LB-REC-U LB-ENTRIES
    EN-KEYS EN-SEC EN-ONCE EN-EMPTY EN-TRIM EN-REGEX EN-ENABLED EN-ORDER EN-CASE EN-CONST EN-KEEP
    DEC-unknown DEC-dup DEC-fallback DEC-custom DEC-activate_only_after DEC-activate_only_every
    DEC-keep_activate_after_match DEC-dont_activate_after_match DEC-depth DEC-instruct_depth DEC-reverse_depth
    DEC-reverse_instruct_depth DEC-role DEC-scan_depth DEC-instruct_scan_depth DEC-is_greeting DEC-position
    DEC-ignore_on_max_context DEC-additional_keys DEC-exclude_keys DEC-is_user_icon DEC-dont_activate DEC-activate
    DEC-disable_ui_prompt
    CBS-char CBS-user CBS-random CBS-pick CBS-roll CBS-comment-hidden CBS-hidden_key CBS-comment CBS-reverse CBS-own`,
  ),
  SP: numbered('SP', 24),
  RP: numbered('RP', 133),
  KT: numbered('KT', 27),
  HC: numbered('HC', 55),
};
