/** Secrets that a production Worker accepts. */
export const LIVE_SECRETS = {
  SESSION_SECRET: "0123456789abcdef-live",
  ADMIN_TOKEN: "fedcba9876543210-live",
  STRIPE_SECRET_KEY: "sk_live_0123456789abcdef",
  STRIPE_WEBHOOK_SECRET: "whsec_0123456789abcdef",
} as const;

export const PRODUCTION = { ENVIRONMENT: "production", PUBLIC_URL: "https://keiba.example", ...LIVE_SECRETS } as const;
