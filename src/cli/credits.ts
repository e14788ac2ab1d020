/** Credits from the command line. */
import { requireAccount } from '../service/accounts.js'
import { type Command, emailOption, print, requiredText, requiredWholeNumber, textOption } from './command.js'
import { withDatabase } from './with-database.js'

export const creditsCommands: readonly Command[] = [
  {
    name: 'credits grant',
    group: 'Accounts',
    summary: 'Add credits to an account',
    options: { email: emailOption, amount: textOption('N', 'How many', { required: true }) },
    examples: [
      'credits grant --email ada@example.com --amount 100',
      'credits grant --email bob@example.com --amount 1',
    ],
    run: withDatabase(async (db, values) => {
      const { id, email } = await requireAccount(db.accounts, requiredText(values, 'email'))
      const amount = requiredWholeNumber(values, 'amount', 1)
      await db.ledger.grant(id, amount)
      const account = await db.accounts.findById(id)
      print(`${email} has ${account?.balance} credits`)
    }),
  },
  {
    name: 'credits show',
    group: 'Accounts',
    summary: 'Show the balance of an account, the number alone',
    options: { email: emailOption },
    examples: ['credits show --email ada@example.com', 'credits show --email bob@example.com'],
    run: withDatabase(async (db, values) => {
      print(String((await requireAccount(db.accounts, requiredText(values, 'email'))).balance))
    }),
  },
]
