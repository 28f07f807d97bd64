import type { Services } from "#app/services/create-services.server.ts";

/**
 * GET /healthz: the build, the data version, and the ages of what is stored in seconds. Throws if D1 does not respond,
 * which results in a 500.
 */
export async function answerHealth(services: Services, { build }: { build: string }): Promise<Response> {
  const { dataVersion, ages } = await services.operations.readHealth();
  return Response.json({
    build,
    data_version: dataVersion,
    odds_age_s: ages.odds,
    weights_age_s: ages.weights,
    results_age_s: ages.results,
    delivery_age_s: ages.delivery,
  });
}
