import type { Services } from "#app/services/services.ts";

/** GET /healthz: which build answers, on which data. Throws when D1 does not answer, which makes it a 500. */
export async function answerHealth(services: Services, { build }: { build: string }): Promise<Response> {
  const { dataVersion } = await services.operations.readHealth();
  return Response.json({ build, data_version: dataVersion });
}
