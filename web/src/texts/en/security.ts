/** Who gets into an account: its email, its sessions, its second factor, a forgotten password. */
export const email = {
  title: 'Change email',
  text: 'The address you sign in with.',
  next: 'New email',
  password: 'Your password',
  change: 'Change email',
  changed: (address: string): string => `From now on you sign in with ${address}.`,
  textByMail: 'The address you sign in with. A new one takes effect once you have opened the link that we send to it.',
  pending: (address: string): string =>
    `A mail to ${address} is on its way. Open the link in it within 24 hours; until then the old address stays.`,
  confirmTitle: 'Confirm your new address',
  confirmLead: 'Once it is confirmed, you sign in with the address that this link was sent to.',
  confirm: 'Confirm address',
  toSettings: 'To the settings',
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

export const twoFactor = {
  title: 'Two-factor sign-in',
  text: 'After your password you are also asked for a code from an authenticator app on your phone. A stolen password alone is then worth nothing.',
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
  add: 'Add this account to your authenticator app: let it scan the code, open the link on your phone, or type in the secret.',
  qrCode: 'QR code with the link for the authenticator app',
  openApp: 'Open in an authenticator app',
  secret: 'Secret',
  code: 'Code from the app',
  codeHint: 'Six digits, new every 30 seconds.',
  codeOrRecovery: 'Code from the app, or a recovery code',
  wrongCode: 'That code is wrong or was used before. Take the next one.',
  confirm: 'Confirm',
  recoveryTitle: 'Keep your recovery codes',
  recoveryText:
    'Each of them stands in for the app once, should you lose your phone. They are shown only now: print them, or put them where you keep your passwords.',
  recoveryDone: 'I have kept them',
  turnedOn: 'Two-factor sign-in is on.',
  turnedOff: 'Two-factor sign-in is off.',
  renew: 'New recovery codes',
  renewText: 'You get ten new recovery codes. The ones you have stop working.',
  renewYes: 'Make new codes',
  renewed: 'The new recovery codes are in force.',
}

export const forgotten = {
  question: 'Forgotten your password?',
  ask: 'Ask the operator of this server for a link to set a new one.',
  byMail: 'Get a link by mail',
  mailLead: 'Enter the email address of your account, and we send you a link to set a new password.',
  sent: (email: string): string =>
    `If there is an account ${email}, a mail with a link is on its way. The link works for an hour.`,
  title: 'Set a new password',
  lead: 'Afterwards you sign in with it. All sessions of your account end.',
  password: 'New password',
  save: 'Set password',
  done: 'Your password is set. Sign in with it.',
  noLink: 'This page needs the link to a new password that you were given.',
  signIn: 'Sign in',
}

/** Links that the server sends. */
export const mailbox = {
  send: 'Send link',
  nothing: 'Nothing there? Look into the spam folder, or try again in a few minutes.',
  noLink: 'This page needs the link from a mail of this server.',
}

/** For operators. */
export const access = {
  title: 'Access',
  link: 'Make a reset link',
  linkText: (until: string): string =>
    `Send this link to the owner of the account only. It works once, until ${until}, and ends all sessions.`,
  twoFactor: 'Turn off two-factor sign-in',
  twoFactorOff: 'Two-factor sign-in has been turned off for this account.',
  twoFactorWasOff: 'This account has no two-factor sign-in.',
}
