/** Who gets into an account: its email, its sessions, its second factor, a forgotten password. */
export const email = {
  title: 'Change email',
  text: 'The address you sign in with.',
  next: 'New email',
  password: 'Your password',
  change: 'Change email',
  changed: (address: string): string => `From now on, sign in with ${address}.`,
  textByMail: 'The address you sign in with. A new one takes effect once you open the link we send to it.',
  pending: (address: string): string =>
    `We have sent an email to ${address}. Open its link within 24 hours; until then, your old address stays in use.`,
  confirmTitle: 'Confirm your new address',
  confirmLead: 'Once confirmed, it is the address you sign in with.',
  confirm: 'Confirm address',
  toSettings: 'Go to settings',
}

export const sessions = {
  title: 'Sessions',
  text: 'Where you are signed in. A session ends after a week without use.',
  runsIn: (browser: string | null, system: string | null): string =>
    browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown browser'),
  current: 'This session',
  since: (when: string): string => `Signed in ${when}`,
  seen: 'last used',
  end: 'End',
  endNamed: (what: string): string => `End the session in ${what}`,
  ended: 'The session has ended.',
  endOthers: 'End all others',
  othersEnded: 'All other sessions have ended.',
}

export const twoFactor = {
  title: 'Two-factor sign-in',
  text: 'After your password, you enter a code from an authenticator app on your phone. A stolen password alone is then useless.',
  on: 'On',
  off: 'Off',
  isOn: (codes: number): string => (codes === 1 ? 'One recovery code is left.' : `${codes} recovery codes are left.`),
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  onTitle: 'Turn on two-factor sign-in',
  offTitle: 'Turn off two-factor sign-in',
  offText: 'Afterwards your password alone is enough to sign in.',
  password: 'Your password',
  next: 'Next',
  add: 'Add this account to your authenticator app: scan the code, open the link on your phone, or type in the setup key.',
  qrCode: 'QR code with the link for the authenticator app',
  openApp: 'Open in an authenticator app',
  secret: 'Setup key',
  code: 'Code from the app',
  codeHint: 'Six digits, new every 30 seconds.',
  codeOrRecovery: 'Code from the app, or a recovery code',
  wrongCode: 'That code is wrong or already used. Try the next one.',
  confirm: 'Confirm',
  recoveryTitle: 'Save your recovery codes',
  recoveryText:
    'If you lose your phone, each code replaces the app once. They are shown only now: print them, or save them with your passwords.',
  recoveryDone: 'I have saved them',
  turnedOn: 'Two-factor sign-in is on.',
  turnedOff: 'Two-factor sign-in is off.',
  renew: 'New recovery codes',
  renewText: 'You get ten new recovery codes. Your current ones stop working.',
  renewYes: 'Create new codes',
  renewed: 'Your new recovery codes are active.',
}

export const forgotten = {
  question: 'Forgotten your password?',
  ask: 'Ask the operator of this server for a link to set a new one.',
  byMail: 'Get a link by email',
  mailLead: 'Enter the email address of your account, and we will send you a link to set a new password.',
  sent: (email: string): string =>
    `If there is an account for ${email}, we have sent an email with a link. It works for one hour.`,
  title: 'Set a new password',
  lead: 'From then on, sign in with it. All sessions of your account end.',
  password: 'New password',
  save: 'Set password',
  done: 'Your password is set. Sign in with it.',
  noLink: 'Open this page with the reset link that you were given.',
  signIn: 'Sign in',
}

/** Links that the server sends. */
export const mailbox = {
  send: 'Send link',
  nothing: 'No email? Check your spam folder, or try again in a few minutes.',
  noLink: 'Open this page with the link from the email.',
}

/** For operators. */
export const access = {
  title: 'Access',
  link: 'Create a reset link',
  linkText: (until: string): string =>
    `Send this link only to the owner of the account. It works once, until ${until}, and ends all sessions.`,
  twoFactor: 'Turn off two-factor sign-in',
  twoFactorOff: 'Two-factor sign-in has been turned off for this account.',
  twoFactorWasOff: 'This account has no two-factor sign-in.',
}
