/** What API keys can be kept to. */
export const SCOPES = ['remove', 'id-photo', 'portrait-style', 'account'] as const
export type Scope = (typeof SCOPES)[number]
