/** Accounts from the command line. */
import { localAddress } from '../base/addresses.js'
import { creditsInWords } from '../catalog/prices.js'
import type { Account } from '../db/port.js'
import {
  answer,
  type Command,
  emailOption,
  flagOption,
  isoTime,
  jsonOption,
  optionalText,
  optionalWholeNumber,
  print,
  printTable,
  requiredText,
  requiredWholeNumber,
  textOption,
} from './command.js'
import { confirm } from './confirm.js'
import { readPassword } from './read-password.js'
import { withSite } from './with-site.js'
import type { Site } from './work/site.js'

export const accountCommands: readonly Command[] = [
  {
    name: 'account create',
    group: 'Accounts',
    summary: 'Make an account',
    options: {
      email: emailOption,
      password: textOption('P', 'Its password; without one, sign-in is not possible'),
      credits: textOption('N', 'Its opening balance, instead of FREE_CREDITS'),
      operator: flagOption('It may see and manage all accounts'),
      unlimited: flagOption('Its images cost nothing and have no watermark'),
      'rate-limit': textOption('N', 'Images per minute of all its keys, instead of ACCOUNT_RATE_LIMIT'),
      ...jsonOption,
    },
    examples: [
      'account create --email ada@example.com',
      'account create --email ada@example.com --operator --unlimited',
    ],
    run: withSite(async (site, values, config) => {
      const account = await site.createAccount({
        email: requiredText(values, 'email'),
        password: optionalText(values, 'password'),
        credits: optionalWholeNumber(values, 'credits', 0) ?? config.freeCredits,
        operator: values.operator === true,
        unlimited: values.unlimited === true,
        rateLimit: optionalWholeNumber(values, 'rate-limit', 1),
      })
      await site.record('account.create', account.email, String(account.balance))
      const role = account.operator ? ', an operator,' : ''
      answer(values, recordOf(account, site), () =>
        print(`Created ${account.email}${role} with ${balanceInWords(account, site)}`),
      )
    }),
  },
  {
    name: 'account operator',
    group: 'Accounts',
    summary: 'Let an account see and manage all accounts on the account page',
    options: { email: emailOption, off: flagOption('Revoke that'), ...jsonOption },
    examples: ['account operator --email ada@example.com', 'account operator --email ada@example.com --off'],
    run: withSite(async (site, values) => {
      const { id, email } = await site.requireAccount(requiredText(values, 'email'))
      const operator = values.off !== true
      await site.db.accounts.setOperator(id, operator)
      await site.record(operator ? 'account.operator' : 'account.no-operator', email)
      answer(values, { email, operator }, () => print(`${email} is ${operator ? 'an' : 'no longer an'} operator`))
    }),
  },
  {
    name: 'account unlimited',
    group: 'Accounts',
    summary: 'Let an account make images that cost nothing and have no watermark',
    about:
      'Its credits stay as they are. Requests that are running end as they began. UNLIMITED makes all accounts so.',
    options: { email: emailOption, off: flagOption('It pays with its credits again'), ...jsonOption },
    examples: ['account unlimited --email ada@example.com', 'account unlimited --email ada@example.com --off'],
    run: withSite(async (site, values, config) => {
      const { id, email } = await site.requireAccount(requiredText(values, 'email'))
      const unlimited = values.off !== true
      await (await site.acts()).setUnlimited(id, unlimited)
      const exception = !unlimited && config.unlimited === 'all' ? ' once UNLIMITED is no longer all' : ''
      answer(values, { email, unlimited }, () =>
        print(unlimited ? `${email} is unlimited` : `${email} pays with its credits${exception}`),
      )
    }),
  },
  {
    name: 'account limit',
    group: 'Accounts',
    summary: 'Set the images per minute of an account, all its keys together',
    about: 'Takes effect at once, also for keys that have no limit of their own.',
    options: {
      email: emailOption,
      'rate-limit': textOption('N', 'Images per minute, or default', { required: true }),
      ...jsonOption,
    },
    examples: [
      'account limit --email ada@example.com --rate-limit 600',
      'account limit --email ada@example.com --rate-limit default',
    ],
    run: withSite(async (site, values, config) => {
      const { id, email } = await site.requireAccount(requiredText(values, 'email'))
      const isDefault = requiredText(values, 'rate-limit').toLowerCase() === 'default'
      const rateLimit = isDefault ? null : requiredWholeNumber(values, 'rate-limit', 1)
      await (await site.acts()).limitAccount(id, rateLimit)
      const inWords = rateLimit ?? `${config.accountRateLimit} (default)`
      answer(values, { email, rateLimit }, () => print(`${email}: ${inWords} images per minute`))
    }),
  },
  {
    name: 'account password',
    group: 'Accounts',
    summary: 'Set a password; asked for in a terminal, else read from standard input',
    options: { email: emailOption, ...jsonOption },
    examples: ['account password --email ada@example.com', 'account password --email ada@example.com < password.txt'],
    run: withSite(async (site, values, { server }) => {
      const account = await site.requireAccount(requiredText(values, 'email'))
      const { email } = account
      await site.setPassword(account, await readPassword(`New password of ${email}: `))
      await site.record('account.password', email)
      const page = `${server.baseUrl ?? localAddress(server.host, server.port)}/sign-in`
      answer(values, { email, page }, () => print(`The password of ${email} is set. Sign in at ${page}`))
    }),
  },
  {
    name: 'account suspend',
    group: 'Accounts',
    summary: 'Refuse the keys of an account and sign it out; nothing is lost',
    about: 'Running requests are finished. account resume undoes it, with the same keys and credits.',
    options: { email: emailOption, ...jsonOption },
    examples: ['account suspend --email ada@example.com', 'account suspend --email ada@example.com --json'],
    run: withSite(async (site, values) => {
      const { id, email } = await site.requireAccount(requiredText(values, 'email'))
      await (await site.acts()).suspendAccount(id)
      answer(values, { email, suspended: true }, () => print(`${email} is suspended: its keys are refused from now on`))
    }),
  },
  {
    name: 'account resume',
    group: 'Accounts',
    summary: 'End the suspension of an account',
    options: { email: emailOption, ...jsonOption },
    examples: ['account resume --email ada@example.com', 'account resume --email ada@example.com --json'],
    run: withSite(async (site, values) => {
      const { id, email } = await site.requireAccount(requiredText(values, 'email'))
      await (await site.acts()).resumeAccount(id)
      answer(values, { email, suspended: false }, () => print(`${email} is active again, with the same keys`))
    }),
  },
  {
    name: 'account delete',
    group: 'Accounts',
    summary: 'Delete an account with its keys, credits, results and their files',
    about: 'This cannot be undone. It asks first; scripts pass --yes.',
    options: { email: emailOption, yes: flagOption('Do not ask'), ...jsonOption },
    examples: ['account delete --email ada@example.com', 'account delete --email ada@example.com --yes'],
    run: withSite(async (site, values) => {
      const account = await site.requireAccount(requiredText(values, 'email'))
      const { id, email } = account
      const balance = balanceInWords(account, site)
      if (values.yes !== true) await confirm(`Delete ${email} with ${balance} and all of its results?`, email)
      await (await site.acts()).removeAccount(id)
      answer(values, { email, deleted: true }, () => print(`${email} is deleted`))
    }),
  },
  {
    name: 'account list',
    group: 'Accounts',
    summary: 'List all accounts',
    options: jsonOption,
    examples: ['account list', 'account list | grep operator'],
    run: withSite(async (site, values, config) => {
      const accounts = await site.db.accounts.list()
      const records = accounts.map((account) => recordOf(account, site))
      answer(values, records, () =>
        printTable([
          ['EMAIL', 'CREDITS', 'RATE', 'PASSWORD', 'ROLE', 'STATE', 'CREATED'],
          ...accounts.map((account) => [
            account.email,
            site.isUnlimited(account) ? 'unlimited' : String(account.balance),
            `${account.rateLimit ?? config.accountRateLimit}/min`,
            account.passwordHash ? 'set' : 'not set',
            account.operator ? 'operator' : 'user',
            account.suspendedAt === null ? 'active' : 'suspended',
            isoTime(account.createdAt),
          ]),
        ]),
      )
    }),
  },
]

const balanceInWords = (account: Account, site: Site): string =>
  site.isUnlimited(account) ? 'unlimited credits' : creditsInWords(account.balance)

/** Without the hash of the password. */
const recordOf = (account: Account, site: Site) => ({
  id: account.id,
  email: account.email,
  credits: account.balance,
  held: account.held,
  unlimited: site.isUnlimited(account),
  rateLimit: account.rateLimit,
  password: account.passwordHash !== null,
  operator: account.operator,
  suspended: account.suspendedAt !== null,
  created: isoTime(account.createdAt),
})
