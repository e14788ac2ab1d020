/** Settings about who gets into the account: its email, its sessions. */
export const email = {
  title: 'Change email',
  text: 'The address you sign in with.',
  next: 'New email',
  password: 'Your password',
  change: 'Change email',
  changed: (address: string): string => `From now on you sign in with ${address}.`,
}

export const sessions = {
  title: 'Sessions',
  text: 'Where you are signed in. A session that you do not use for a week ends by itself.',
  runsIn: (browser: string | null, system: string | null): string =>
    browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown browser'),
  current: 'This one',
  since: (when: string): string => `Signed in ${when}`,
  seen: 'last used',
  end: 'End',
  endNamed: (what: string): string => `End the session of ${what}`,
  ended: 'The session has ended.',
  endOthers: 'End all others',
  othersEnded: 'All other sessions have ended.',
}
