/** Accounts from the command line. */
import { localAddress } from '../addresses.js'
import { systemClock } from '../clock.js'
import { createAccount, requireAccount, setPassword } from '../service/accounts.js'
import {
  type Command,
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
    usage: '--email E [--password P] [--credits N] [--operator]',
    summary: 'New account; N is its opening balance instead of FREE_CREDITS',
    options: { email: textOption, password: textOption, credits: textOption, operator: flagOption },
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
    usage: '--email E [--off]',
    summary: 'Let an account see and manage the others on the account page; --off takes it back',
    options: { email: textOption, off: flagOption },
    run: withDatabase(async (db, values) => {
      const { id, email } = await requireAccount(db.accounts, requiredText(values, 'email'))
      const operator = values.off !== true
      await db.accounts.setOperator(id, operator)
      print(`${email} is ${operator ? 'an' : 'no longer an'} operator`)
    }),
  },
  {
    name: 'account password',
    usage: '--email E',
    summary: 'Set the password; asked for in a terminal, else read from standard input',
    options: { email: textOption },
    run: withDatabase(async (db, values, { server }) => {
      const account = await requireAccount(db.accounts, requiredText(values, 'email'))
      await setPassword(db, account, await readPassword(`New password of ${account.email}: `))
      const page = server.baseUrl ?? localAddress(server.host, server.port)
      print(`The password of ${account.email} is set. Sign in at ${page}/sign-in`)
    }),
  },
  {
    name: 'account list',
    usage: '',
    summary: 'All accounts',
    options: {},
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
