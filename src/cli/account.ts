/** Accounts from the command line. */
import { localAddress } from '../addresses.js'
import { systemClock } from '../clock.js'
import { createAccount, requireAccount, setPassword } from '../service/accounts.js'
import {
  type Command,
  emailOption,
  flagOption,
  optionalText,
  optionalWholeNumber,
  print,
  printTable,
  requiredText,
  textOption,
} from './command.js'
import { readPassword } from './read-password.js'
import { withDatabase } from './with-database.js'

export const accountCommands: readonly Command[] = [
  {
    name: 'account create',
    group: 'Accounts',
    summary: 'Make an account',
    options: {
      email: emailOption,
      password: textOption('P', 'Its password; without one nobody can sign in'),
      credits: textOption('N', 'Its opening balance, instead of FREE_CREDITS'),
      operator: flagOption('It may see and manage the others'),
    },
    examples: [
      'account create --email ada@example.com',
      'account create --email ada@example.com --credits 500 --operator',
    ],
    run: withDatabase(async (db, values, config) => {
      const account = await createAccount(db.accounts, systemClock, {
        email: requiredText(values, 'email'),
        password: optionalText(values, 'password'),
        credits: optionalWholeNumber(values, 'credits', 0) ?? config.freeCredits,
        operator: values.operator === true,
      })
      const role = account.operator ? ', an operator,' : ''
      print(`Created ${account.email}${role} with ${account.balance} credits`)
    }),
  },
  {
    name: 'account operator',
    group: 'Accounts',
    summary: 'Let an account see and manage the others on the account page',
    options: { email: emailOption, off: flagOption('Take that back') },
    examples: ['account operator --email ada@example.com', 'account operator --email ada@example.com --off'],
    run: withDatabase(async (db, values) => {
      const { id, email } = await requireAccount(db.accounts, requiredText(values, 'email'))
      const operator = values.off !== true
      await db.accounts.setOperator(id, operator)
      print(`${email} is ${operator ? 'an' : 'no longer an'} operator`)
    }),
  },
  {
    name: 'account password',
    group: 'Accounts',
    summary: 'Set a password; asked for in a terminal, else read from standard input',
    options: { email: emailOption },
    examples: ['account password --email ada@example.com', 'account password --email ada@example.com < password.txt'],
    run: withDatabase(async (db, values, { server }) => {
      const account = await requireAccount(db.accounts, requiredText(values, 'email'))
      await setPassword(db, account, await readPassword(`New password of ${account.email}: `))
      const page = server.baseUrl ?? localAddress(server.host, server.port)
      print(`The password of ${account.email} is set. Sign in at ${page}/sign-in`)
    }),
  },
  {
    name: 'account list',
    group: 'Accounts',
    summary: 'List all accounts',
    options: {},
    examples: ['account list', 'account list | grep operator'],
    run: withDatabase(async (db) => {
      const accounts = await db.accounts.list()
      printTable([
        ['EMAIL', 'CREDITS', 'PASSWORD', 'ROLE', 'CREATED'],
        ...accounts.map((account) => [
          account.email,
          String(account.balance),
          account.passwordHash ? 'set' : 'not set',
          account.operator ? 'operator' : 'user',
          new Date(account.createdAt).toISOString(),
        ]),
      ])
    }),
  },
]
