import type { Services } from "#app/services/create-services.server.ts";

/** GET /healthz: the build and the data version. Throws if D1 does not respond, which results in a 500. */
export async function answerHealth(services: Services, { build }: { build: string }): Promise<Response> {
  const { dataVersion } = await services.operations.readHealth();
  return Response.json({ build, data_version: dataVersion });
}
