import * as z from "zod";
import { PRODUCT_NAME } from "#app/domain/product-name.ts";
import { type ApiCall, describeRefusal, errorSchema, refusalsOf } from "./describe.ts";

/** What zod writes of JSON Schema for our calls. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

export type ApiDocument = ReturnType<typeof describeApi>;
export type Operation = ReturnType<typeof describeCall>;

/** OpenAPI 3.1, whose schemas are JSON Schema as zod writes it. */
export function describeApi(calls: readonly ApiCall[], publicUrl: string) {
  const schemas: Record<string, Schema> = {};
  const paths: Record<string, Record<string, Operation>> = {};
  for (const call of calls) {
    const path = `/api${call.path}`;
    paths[path] = { ...paths[path], [call.method]: describeCall(call, schemas) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: `${PRODUCT_NAME} API`,
      version: "1",
      license: { name: "Terms of use", url: `${publicUrl}/terms` },
      description:
        "The calls behind the pages, with the same rules. Names are snake_case, a trailing slash is optional, unknown keys of a body are ignored, and every refusal is {detail}.",
    },
    servers: [{ url: publicUrl, description: PRODUCT_NAME }],
    tags: [
      { name: "account", description: "Getting in" },
      { name: "users", description: "The caller" },
      { name: "models", description: "AI models" },
      { name: "races", description: "Races" },
      { name: "analyses", description: "Analyses of races" },
      { name: "rankings", description: "Rankings of models by what their bets would have returned" },
      { name: "sharing", description: "Analyses that their owners show to everybody" },
      { name: "plans", description: "Plans and payment" },
    ],
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "The access_token of POST /api/token. Cookies are never looked at.",
        },
      },
      schemas,
    },
    paths,
  };
}

/** @param schemas gets the schemas that have an id */
function describeCall(call: ApiCall, schemas: Record<string, Schema>) {
  const { json, form } = call;
  const contentOf = (type: string, schema: z.ZodType) => ({ [type]: { schema: toJsonSchema(schema, schemas) } });
  const parameters = (["path", "query", "header"] as const).flatMap((place) => {
    const fields = { path: call.params, query: call.query, header: call.headers }[place];
    return Object.entries(fields?.shape ?? {}).map(([name, field]) => ({
      name,
      in: place,
      required: !field.safeParse(undefined).success,
      description: field.description,
      schema: toJsonSchema(field, schemas),
    }));
  });
  const content = {
    ...(json && contentOf("application/json", json)),
    ...(form && contentOf("application/x-www-form-urlencoded", form)),
    ...(form && contentOf("multipart/form-data", form)),
  };
  const answers = Object.entries(call.answers).map(
    ([status, { description, schema }]) =>
      [status, { description, content: contentOf("application/json", schema) }] as const,
  );
  const refusals = refusalsOf(call).map(
    (status) => [status, { ...describeRefusal(status), content: contentOf("application/json", errorSchema) }] as const,
  );
  return {
    operationId: `${call.method}${call.path.replaceAll(/[/{}]+/g, "_").replace(/_$/, "")}`,
    summary: call.summary,
    description: call.description,
    tags: [call.tag],
    security: call.access === "bearer" ? [{ bearer: [] }] : [],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(json || form ? { requestBody: { required: call.isBodyOptional !== true, content } } : {}),
    responses: Object.fromEntries([...answers, ...refusals]),
  };
}

/** Within an object, so that a schema with an id is a reference too. */
function toJsonSchema(schema: z.ZodType, schemas: Record<string, Schema>): Schema {
  const whole = z.toJSONSchema(z.object({ schema }), { io: "input", override: leaveOutSafeBounds });
  const { $defs, properties } = JSON.parse(JSON.stringify(whole).replaceAll("#/$defs/", "#/components/schemas/")) as {
    $defs?: Record<string, Schema & { id?: string }>;
    properties: { schema: Schema };
  };
  for (const [name, { id: _, ...defined }] of Object.entries($defs ?? {})) schemas[name] = defined;
  return properties.schema;
}

/** Those of JavaScript's whole numbers are no rule of ours. */
function leaveOutSafeBounds({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
