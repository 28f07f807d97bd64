/** An error response of Stripe; thrown in the world before any record is changed, and converted by `apply`. */
export class StripeFault extends Error {
  readonly status: number;
  readonly body: { error: Record<string, unknown> };

  constructor(status: number, error: { type: string; message: string } & Record<string, unknown>) {
    super(error.message);
    this.status = status;
    this.body = { error };
  }
}

function invalid(status: number, code: string | undefined, message: string, param?: string): StripeFault {
  return new StripeFault(status, {
    ...(code === undefined
      ? {}
      : { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}` }),
    message,
    ...(param === undefined ? {} : { param }),
    type: "invalid_request_error",
  });
}

export function missingParameter(param: string): StripeFault {
  return invalid(400, "parameter_missing", `Missing required param: ${param}.`, param);
}

export function unknownParameter(param: string): StripeFault {
  return invalid(400, "parameter_unknown", `Received unknown parameter: ${param}`, param);
}

export function invalidParameter(param: string, message: string, code?: string): StripeFault {
  return invalid(400, code, message, param);
}

export function noSuch(what: string, id: string, param = "id"): StripeFault {
  return invalid(404, "resource_missing", `No such ${what}: '${id}'`, param);
}

/** For unknown ids in parameters, Stripe responds with 400, not 404. */
export function noSuchParameter(what: string, id: string, param: string): StripeFault {
  return invalid(400, "resource_missing", `No such ${what}: '${id}'`, param);
}

export function unknownRoute(method: string, path: string): StripeFault {
  return invalid(404, undefined, `Unrecognized request URL (${method}: ${path}).`);
}

export function notAllowed(message: string, code?: string): StripeFault {
  return invalid(400, code, message);
}

export function cardDeclined(details: { charge?: string; paymentIntent?: unknown } = {}): StripeFault {
  return new StripeFault(402, {
    ...(details.charge === undefined ? {} : { charge: details.charge }),
    code: "card_declined",
    decline_code: "generic_decline",
    doc_url: "https://stripe.com/docs/error-codes/card-declined",
    message: "Your card was declined.",
    ...(details.paymentIntent === undefined ? {} : { payment_intent: details.paymentIntent }),
    type: "card_error",
  });
}

export function idempotencyMismatch(key: string): StripeFault {
  return new StripeFault(400, {
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    type: "idempotency_error",
  });
}
