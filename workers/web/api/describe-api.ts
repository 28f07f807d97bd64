import * as z from "zod";
import { PRODUCT_NAME } from "#app/domain/product-name.ts";
import { type ApiCall, type ApiCalls, describeRefusal, errorSchema, refusalsOf } from "./describe.ts";

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
export type Operation = ReturnType<typeof describeCall> & { tags: readonly string[] };

const TAGS = {
  account: "Getting in",
  users: "The caller",
  models: "AI models",
  races: "Races",
  analyses: "Analyses of races",
  rankings: "Rankings of models by what their bets would have returned",
  sharing: "Analyses that their owners show to everybody",
  plans: "Plans and payment",
};

export type CallsByTag = Record<keyof typeof TAGS, ApiCalls>;

export function describeApi(callsByTag: CallsByTag, publicUrl: string) {
  const schemas: Record<string, Schema> = {};
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [tag, calls] of Object.entries(callsByTag)) {
    for (const [key, call] of Object.entries(calls)) {
      const [method = "", path = ""] = key.split(" ");
      const operation = { ...describeCall(method, path, call, schemas), tags: [tag] };
      paths[`/api${path}`] = { ...paths[`/api${path}`], [method.toLowerCase()]: operation };
    }
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
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
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

const ID = z.object({ id: z.int().positive() });

/** @param schemas gets the schemas that have an id */
function describeCall(method: string, path: string, call: ApiCall, schemas: Record<string, Schema>) {
  const { json, form } = call;
  const contentOf = (type: string, schema: z.ZodType) => ({ [type]: { schema: toJsonSchema(schema, schemas) } });
  const parameters = (["path", "query", "header"] as const).flatMap((place) => {
    const fields = { path: path.includes("{id}") ? ID : undefined, query: call.query, header: call.headers }[place];
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
  const refusals = refusalsOf(method, path, call).map(
    (status) => [status, { ...describeRefusal(status), content: contentOf("application/json", errorSchema) }] as const,
  );
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[/{}]+/g, "_").replace(/_$/, "")}`,
    summary: call.summary,
    description: call.description,
    security: call.isPublic ? [] : [{ bearer: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(json || form ? { requestBody: { required: !call.isBodyOptional, content } } : {}),
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
