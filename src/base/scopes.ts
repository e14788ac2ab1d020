/** What API keys can be restricted to. */
export const SCOPES = ['remove', 'id-photo', 'portrait-style', 'account'] as const
export type Scope = (typeof SCOPES)[number]
