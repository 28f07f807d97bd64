import {
  AVERAGE_KINDS,
  CENTRAL_ONLY_STATIC_FEATURES,
  RACE_CUSTOMIZES,
  RACE_NUMS,
  STATIC_FEATURES,
} from "#app/domain/features/choice.ts";

/**
 * Builds the rules that count the chosen features without JavaScript. Each ticked box sets a variable on `.make`; `--total` is
 * the sum of `countFeatures` over them (a question without an answer counts as 1). What venue types above 1 do not offer
 * counts 0 there. The build appends them to create.css (remix.config.js).
 */
export function buildFeatureCountCss(): string {
  const statics = STATIC_FEATURES.map((name, index) => {
    const value = `var(--st${index}, 0)`;
    return CENTRAL_ONLY_STATIC_FEATURES.includes(name) ? `var(--central, 0) * ${value}` : value;
  });
  const kinds = AVERAGE_KINDS.map((_, kind) => {
    const customizes = RACE_CUSTOMIZES.map((name, index) =>
      name === "race_type" ? `var(--central, 0) * var(--k${kind}c${index}, 0)` : `var(--k${kind}c${index}, 0)`,
    );
    const nums = RACE_NUMS.map((_, index) => `var(--k${kind}n${index}, 0)`);
    return `var(--k${kind}, 0) * max(1, ${customizes.join(" + ")}) * max(1, ${nums.join(" + ")})`;
  });
  const switches = [
    ...STATIC_FEATURES.map((_, index) => [staticId(index), `--st${index}`]),
    ...AVERAGE_KINDS.flatMap((name, kind) => [
      [kindId(name), `--k${kind}`],
      ...RACE_CUSTOMIZES.map((_, index) => [customizeId(name, index), `--k${kind}c${index}`]),
      ...RACE_NUMS.map((_, index) => [numId(name, index), `--k${kind}n${index}`]),
    ]),
  ];
  return [
    '@property --total { syntax: "<integer>"; inherits: true; initial-value: 0; }',
    `.make { --ts: (${statics.join(" + ")}); ${kinds.map((sum, kind) => `--t${kind}: (${sum});`).join(" ")} --total: calc(var(--ts)${kinds.map((_, kind) => ` + var(--t${kind})`).join("")}); }`,
    ".picked .ts::before { counter-reset: n calc(var(--ts)); content: counter(n); }",
    ...AVERAGE_KINDS.map(
      (name, kind) =>
        `.picked .t${kind}::before { counter-reset: n calc(var(--t${kind})); content: counter(n); } .make:not(:has(#${kindId(name)}:checked)) .picked li:has(.t${kind}) { display: none; }`,
    ),
    ".make:has(#venue-1:checked) { --central: 1; }",
    ...switches.map(([id, variable]) => `.make:has(#${id}:checked) { ${variable}: 1; }`),
    ...kindRules(),
    "",
  ].join("\n");
}

/**
 * Classes are numbered from 1: .c1 to .c4 for conditions, .n1 to .n11 for run counts. create.css multiplies --c by --n.
 */
function kindRules(): string[] {
  const customizes = RACE_CUSTOMIZES.map((name, index) => ({
    at: index + 1,
    value: name === "race_type" ? "var(--central, 0)" : "1",
  }));
  const nums = RACE_NUMS.map((_, index) => ({ at: index + 1, value: "1" }));
  const words = (letter: string, options: typeof nums) =>
    options.map(
      ({ at, value }) =>
        `.kind:has(.${letter}${at}:checked) { --${letter}${at}: ${value}; .w${letter}${at} { display: inline; } .w${letter}${at} ~ [class*=w${letter}]::before { content: "・"; } }`,
    );
  return [
    ...words("c", customizes),
    ...words("n", nums),
    `${customizes
      .flatMap((c) => nums.map((n) => `.kind:has(.c${c.at}:checked):has(.n${n.at}:checked) .m${c.at}-${n.at}`))
      .join(",\n")} { background: var(--turf); box-shadow: none; }`,
    ".make:not(:has(#venue-1:checked)) .central-only { display: none !important; }",
    ".make:has(#venue-1:checked) .regional-only { display: none !important; }",
  ];
}

export function staticId(index: number): string {
  return `s${index}`;
}

export function kindId(kind: string): string {
  return `${kind}-on`;
}

export function customizeId(kind: string, index: number): string {
  return `${kind}-c${index}`;
}

export function numId(kind: string, index: number): string {
  return `${kind}-n${index}`;
}
