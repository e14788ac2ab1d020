/** What the doctor finds. A warning is worth knowing; with a problem the server does not work. */
export interface Finding {
  readonly what: string
  readonly state: 'ok' | 'warning' | 'problem'
  readonly found: string
  /** What to do. */
  readonly remedy?: string
}

export const ok = (what: string, found: string): Finding => ({ what, state: 'ok', found })
export const warning = (what: string, found: string, remedy: string): Finding => ({
  what,
  state: 'warning',
  found,
  remedy,
})
export const problem = (what: string, found: string, remedy: string): Finding => ({
  what,
  state: 'problem',
  found,
  remedy,
})
