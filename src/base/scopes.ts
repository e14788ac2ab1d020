/** What API keys can be restricted to. */
export const SCOPES = ['remove', 'id-photo', 'portrait-style', 'results', 'account'] as const
export type Scope = (typeof SCOPES)[number]
