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

function invalid(status: number, message: string, more: { code?: string; param?: string } = {}): StripeFault {
  return new StripeFault(status, { ...more, message, type: "invalid_request_error" });
}

export function missingParameter(param: string): StripeFault {
  return invalid(400, `Missing required param: ${param}.`, { code: "parameter_missing", param });
}

export function unknownParameter(param: string): StripeFault {
  return invalid(400, `Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
}

export function invalidParameter(param: string, message: string): StripeFault {
  return invalid(400, message, { param });
}

export function noSuch(what: string, id: string): StripeFault {
  return invalid(404, `No such ${what}: '${id}'`, { code: "resource_missing", param: "id" });
}

/** For unknown ids in parameters, Stripe responds with 400, not 404. */
export function noSuchParameter(what: string, id: string, param: string): StripeFault {
  return invalid(400, `No such ${what}: '${id}'`, { code: "resource_missing", param });
}

export function unknownRoute(method: string, path: string): StripeFault {
  return invalid(404, `Unrecognized request URL (${method}: ${path}).`);
}

export function notAllowed(message: string, code?: string): StripeFault {
  return invalid(400, message, code === undefined ? {} : { code });
}

export function cardDeclined(): StripeFault {
  return new StripeFault(402, {
    code: "card_declined",
    decline_code: "generic_decline",
    message: "Your card was declined.",
    type: "card_error",
  });
}

export function idempotencyMismatch(key: string): StripeFault {
  return new StripeFault(400, {
    message: `Keys for idempotent requests can only be used with the same parameters: '${key}'`,
    type: "idempotency_error",
  });
}
