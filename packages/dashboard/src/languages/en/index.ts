import { account } from './account.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'

export const texts = { shell, signIn, account }
