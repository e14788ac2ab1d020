/** What a visitor without an account sees. */
export const welcome = {
  title: 'Pictures without their background, on your own machine.',
  lead: 'One small API for cut-outs, ID photos and portrait styles. Real neural networks on an ordinary CPU, and no photo ever leaves your server.',
  start: 'Create an account',
  startFree: (credits: number): string =>
    `Start with ${credits} free ${credits === 1 ? 'credit' : 'credits'}. Previews are always free.`,
  guide: 'Read the guide',
  before: 'Before',
  after: 'After',
  slider: 'How much of the original is shown',
  pictures: {
    sample: 'The sample photo',
    cutout: 'The sample photo without its background',
    idPhoto: 'A passport photo, made from the sample photo',
    style: (style: string): string => `The same person in the style ${style}`,
  },
  made: 'All pictures on this page were made by this server from its sample photo.',
  operations: [
    {
      title: 'Background removal',
      text: 'Clean edges down to single hairs, as PNG or JPEG, on a background of any colour. Previews are free.',
    },
    {
      title: 'ID photos',
      text: 'Passports, visas and ID cards of more than 40 countries: exact pixel size, head height, eye line and file size, ready to print.',
    },
    {
      title: 'Portrait styles',
      text: 'More than 40 ways to paint a portrait, or describe your own. The person stays recognisable.',
    },
  ],
  call: 'One call',
  callText:
    'Send a photo, get back a link to the result: from curl, Node, Python, PHP or anything else that speaks HTTP.',
  migrate: 'Coming from remove.bg? Change the host.',
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
  working: 'One moment',
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
  byMail: 'We send a link to your address, with which you choose a password.',
  linkSent: (email: string): string =>
    `A mail to ${email} is on its way. Open the link in it within 24 hours, and choose a password.`,
  choosePassword: 'Choose a password, and your account is ready.',
  closedTitle: 'Sign-up is closed',
  closed: 'Accounts on this server are created by its operator. Ask for one, or sign in if you already have one.',
  operatorHint: 'Are you the operator? Create an account, or set the password of the first one, on the command line:',
}
