/** What a visitor without an account sees. */
export const welcome = {
  title: 'Background removal on your own machine.',
  lead: 'One small API for cut-outs, ID photos and portrait styles. Real neural networks on an ordinary CPU, and no photo ever leaves your server.',
  start: 'Create an account',
  startFree: (credits: number): string =>
    `Start with ${credits} free ${credits === 1 ? 'credit' : 'credits'}. Previews are always free.`,
  guide: 'Read the guide',
  before: 'Before',
  after: 'After',
  slider: 'How much of the original is shown',
  alts: {
    bear: 'A fluffy teddy bear with a scarf, on a table in a sunlit room',
    cutout: 'The bear without its background, hair by hair',
    onColour: 'The bear on a plain colour',
    sheet: 'A print sheet with eight passport photos of a drawn woman',
    oilPainting: 'The bear as an oil painting',
    watercolour: 'The bear as a watercolour',
    pencilSketch: 'The bear as a pencil sketch',
  },
  made: 'The bear was rendered, the woman drawn, for this page; the rest was made by Silhouette.',
  operations: [
    {
      title: 'Background removal',
      text: 'Clean edges down to single hairs. As PNG, or on a background of any colour. Previews are free.',
    },
    {
      title: 'ID photos',
      text: 'Passports, visas and ID cards for more than 40 countries, with the exact pixel size, head height, eye line and file size. Ready to print.',
    },
    {
      title: 'Portrait styles',
      text: 'More than 40 ways to paint a portrait, or a style in your own words. The person stays recognisable.',
    },
  ],
  call: 'One call',
  callText:
    'Send a photo, get back a link to the result: from curl, Node, Python, PHP or anything else that speaks HTTP.',
  migrate: 'Coming from remove.bg? Just change the host.',
}

/** One photo without an account. */
export const visitor = {
  title: 'Remove a background now',
  full: 'No account, no watermark: you are on the server’s own machine.',
  preview: 'No account needed. You get a small preview; an account gets the whole picture.',
  hint: 'Drop a photo anywhere on this page, paste one from the clipboard, or choose a file. The server keeps nothing of it.',
  working: 'Removing the background',
  done: 'Done. Move the slider to compare.',
  donePreview: 'This is a small preview. Create an account to get the whole picture.',
}

export const entrance = {
  signInTitle: 'Sign in',
  signUpTitle: 'Create an account',
  email: 'Email',
  password: 'Password',
  passwordHint: 'At least 8 characters. A few words in a row work well.',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  signIn: 'Sign in',
  signUp: 'Create account',
  signingIn: 'Signing you in',
  withPassword: 'Sign in with a password',
  noSignInLink: 'Open this page with a link from the server’s console. Each link works once, for an hour.',
  newLink: 'A new link, on the server’s command line:',
  noAccount: 'No account yet?',
  haveAccount: 'Already have an account?',
  sessionEnded: 'Your session has ended. Please sign in again.',
  invalidEmail: 'Enter an email address, such as you@example.com.',
  emptyPassword: 'Enter your password.',
  shortPassword: 'Use at least 8 characters.',
  longPassword: 'Use at most 200 characters.',
  emailTaken: 'There is already an account with this email address.',
  free: (credits: number): string =>
    credits === 0
      ? 'Previews are free.'
      : `Your account starts with ${credits} free ${credits === 1 ? 'credit' : 'credits'}.`,
  byMail: 'We will send you a link to choose a password.',
  linkSent: (email: string): string =>
    `We have sent an email to ${email}. Open its link within 24 hours to choose a password.`,
  choosePassword: 'Choose a password to finish creating your account.',
  closedTitle: 'Sign-up is closed',
  closed: 'Accounts on this server are created by its operator. Ask for one, or sign in if you already have one.',
  operatorHint: 'Are you the operator? Create an account, or a link that signs you in, on the command line:',
}
