import { escapeHtml as text } from "#app/domain/escape-html.ts";
import type { ApiDocument, Operation, Schema } from "./describe-api.ts";

export function drawDocs(
  { info, tags, paths, components }: ApiDocument,
  { stylesheets }: { stylesheets: readonly string[] },
): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map(({ name, description }) => {
    const own = calls.filter(({ operation }) => operation.tags.some((tag) => tag === name));
    return `<section aria-labelledby="tag-${text(name)}"><h2 id="tag-${text(name)}">${text(description)}</h2>
${own.map(({ path, method, operation }) => drawCall(path, method, operation)).join("\n")}</section>`;
  });
  const contents = calls.map(
    ({ path, method, operation }) =>
      `<li><a href="#${text(operation.operationId)}"><b>${method.toUpperCase()}</b> ${text(path)}</a></li>`,
  );
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `<article id="schema-${text(name)}"><h3>${text(name)}</h3>${drawSchema(schema)}</article>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${text(info.title)}</title>
<meta name="description" content="Calls, input and answers of the API.">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${[...stylesheets, "/api/docs.css"].map((href) => `<link rel="stylesheet" href="${text(href)}">`).join("\n")}
</head>
<body class="docs">
<main>
<h1>${text(info.title)}</h1>
<p>${text(info.description)}</p>
<p>For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1). <a href="/">Back to the site</a></p>
<nav aria-label="Calls"><ul>${contents.join("")}</ul></nav>
${sections.join("\n")}
<section aria-labelledby="schemas"><h2 id="schemas">Shapes</h2>
${schemas.join("\n")}</section>
</main>
</body>
</html>
`;
}

function drawCall(path: string, method: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).map(
    (parameter) =>
      `<li>${drawName(parameter.name, parameter.required === true)} <small>(${text(parameter.in)})</small> ${drawType(parameter.schema)}</li>`,
  );
  const bodies = Object.entries(operation.requestBody?.content ?? {}).map(
    ([type, { schema }]) => `<h4>Body <small>${text(type)}</small></h4>${drawSchema(schema)}`,
  );
  const answers = Object.entries(operation.responses).map(([status, { description, content }]) => {
    const schema = Object.values(content ?? {})[0]?.schema;
    return `<tr><th scope="row">${text(status)}</th><td>${text(description)}</td><td>${schema === undefined ? "" : drawSchema(schema)}</td></tr>`;
  });
  return `<article id="${text(operation.operationId)}">
<h3><b>${method.toUpperCase()}</b> ${text(path)}</h3>
<p>${text(operation.summary)}. ${text(operation.description ?? "")}</p>
<p><small>${operation.security.length > 0 ? "Bearer token" : "No token"}</small></p>
${parameters.length > 0 ? `<h4>Parameters</h4><ul>${parameters.join("")}</ul>` : ""}
${bodies.join("")}
<h4>Answers</h4><table><tbody>${answers.join("")}</tbody></table>
</article>`;
}

function drawSchema(schema: Schema): string {
  const { properties } = schema;
  if (properties === undefined) return `<p>${drawType(schema)}</p>`;
  const fields = Object.entries(properties).map(([name, field]) => {
    const inner = field.properties ?? field.items?.properties;
    return `<li>${drawName(name, schema.required?.includes(name) === true)} ${drawType(field)}${inner === undefined ? "" : drawSchema(field.properties === undefined ? (field.items ?? {}) : field)}</li>`;
  });
  return `<ul>${fields.join("")}</ul>`;
}

function drawName(name: string, isRequired: boolean): string {
  return `<code>${text(name)}</code>${isRequired ? "" : " <small>optional</small>"}`;
}

function drawType(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split("/").at(-1) ?? "";
    return `<a href="#schema-${text(name)}">${text(name)}</a>`;
  }
  if (schema.anyOf !== undefined) return schema.anyOf.map(drawType).join(" or ");
  if (schema.items !== undefined) return `list of ${drawType(schema.items)}${drawNote(schema)}`;
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  const type = [schema.type ?? "any"].flat().join(" or ");
  return `${values === undefined ? text(type) : values.map((value) => `<code>${text(JSON.stringify(value))}</code>`).join(" ")}${drawNote(schema)}`;
}

function drawNote(schema: Schema): string {
  const notes = [
    schema.format,
    schema.minimum === undefined ? undefined : `at least ${schema.minimum}`,
    schema.maximum === undefined ? undefined : `at most ${schema.maximum}`,
    schema.minLength === undefined ? undefined : `${schema.minLength} characters at least`,
    schema.maxLength === undefined ? undefined : `${schema.maxLength} characters at most`,
    schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`,
    schema.description,
  ].filter((note) => note !== undefined);
  return notes.length === 0 ? "" : ` <small>${text(notes.join("; "))}</small>`;
}

/** Added to the design tokens of the site. */
export const DOCS_STYLE = `.docs main { max-width: 60rem; margin: 0 auto; padding: var(--s5, 24px) var(--s4, 16px) var(--s7, 48px); overflow-wrap: anywhere }
.docs h1 { font-size: var(--t-28) }
.docs h2 { font-size: var(--t-22); margin: var(--s7) 0 var(--s4) }
.docs h3 { font-size: var(--t-18) }
.docs h3 b, .docs nav b { color: var(--turf) }
.docs h4 { font-size: var(--t-14); color: var(--ink-2); margin-top: var(--s3) }
.docs article { background: var(--surface); border: 1px solid var(--line); border-radius: var(--r3); padding: var(--s4); margin-bottom: var(--s4) }
.docs nav ul { columns: 20rem }
.docs nav a { display: inline-flex; gap: var(--s2); align-items: center; min-height: var(--tap) }
.docs article ul ul { padding-left: var(--s4) }
.docs td, .docs th { text-align: left; vertical-align: top; padding: var(--s2) var(--s2) var(--s2) 0; border-top: 1px solid var(--line) }
.docs small { color: var(--ink-2) }
.docs code { font: var(--t-14) ui-monospace, monospace; background: var(--sunk); border-radius: var(--r1); padding: 1px 4px }
`;
