/** Accounts from the command line. */
import { localAddress } from '../base/addresses.js'
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
  textOption,
} from './command.js'
import { confirm } from './confirm.js'
import { readPassword } from './read-password.js'
import { withSite } from './with-site.js'

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
      ...jsonOption,
    },
    examples: [
      'account create --email ada@example.com',
      'account create --email ada@example.com --credits 500 --operator',
    ],
    run: withSite(async (site, values, config) => {
      const account = await site.createAccount({
        email: requiredText(values, 'email'),
        password: optionalText(values, 'password'),
        credits: optionalWholeNumber(values, 'credits', 0) ?? config.freeCredits,
        operator: values.operator === true,
      })
      await site.record('account.create', account.email, String(account.balance))
      const role = account.operator ? ', an operator,' : ''
      answer(values, recordOf(account), () => print(`Created ${account.email}${role} with ${account.balance} credits`))
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
      const { id, email, balance } = await site.requireAccount(requiredText(values, 'email'))
      if (values.yes !== true) await confirm(`Delete ${email} with ${balance} credits and all of its results?`, email)
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
    run: withSite(async ({ db }, values) => {
      const accounts = await db.accounts.list()
      answer(values, accounts.map(recordOf), () =>
        printTable([
          ['EMAIL', 'CREDITS', 'PASSWORD', 'ROLE', 'STATE', 'CREATED'],
          ...accounts.map((account) => [
            account.email,
            String(account.balance),
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

/** Without the hash of the password. */
const recordOf = (account: Account) => ({
  id: account.id,
  email: account.email,
  credits: account.balance,
  held: account.held,
  password: account.passwordHash !== null,
  operator: account.operator,
  suspended: account.suspendedAt !== null,
  created: isoTime(account.createdAt),
})
