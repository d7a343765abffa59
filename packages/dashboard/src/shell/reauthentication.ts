/** Asks for the password or passkey again, before a change that is sensitive. */
import { html, nothing } from 'lit'
import { setReauthentication } from '../api/request.ts'
import { callAuth, reauthenticateWithPasskey, type SignedIn } from '../api/sign-in.ts'
import { texts } from '../languages/texts.ts'
import { openDialog } from '../parts/dialog.ts'
import { readText, textField } from '../parts/field.ts'
import { session } from '../session.ts'

setReauthentication(async () => {
  const { title, reason, passkey, password, confirm } = texts.shell.reauthenticate
  const { code, codeHint } = texts.signIn
  const user = session.current?.user
  const byPassword = user?.hasPassword ?? false
  const signedIn = await openDialog<SignedIn>({
    title,
    body: html`<p>${reason}</p>
      ${
        byPassword
          ? html`${textField({
              name: 'password',
              label: password,
              type: 'password',
              autocomplete: 'current-password',
              autofocus: true,
            })}
            ${textField({ name: 'code', label: code, hint: codeHint, autocomplete: 'one-time-code' })}`
          : nothing
      }`,
    submit: byPassword && !user?.passkeyCount ? confirm : byPassword ? confirm : passkey,
    run: (values) => {
      const given = readText(values, 'password')
      const proof = { password: given, code: readText(values, 'code')?.replaceAll(' ', '') }
      return given ? callAuth('POST', '/reauthenticate', proof) : reauthenticateWithPasskey()
    },
  })
  if (signedIn) session.begin(signedIn)
  return signedIn !== null
})
