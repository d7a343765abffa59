import type { Texts } from '../texts.ts'

export const people: Texts['people'] = {
  intro:
    'Wer in diesem Dashboard arbeiten darf, und was jede Person darf. Alle melden sich für Sandbox und Produktion zugleich an.',
  invite: 'Jemanden einladen',
  email: 'E-Mail-Adresse',
  role: 'Rolle',
  since: 'Seit',
  lastSignedIn: 'Zuletzt angemeldet',
  never: 'Nie',
  you: 'Sie',
  signsInWith: 'Meldet sich an mit',
  methods: { passkeys: (count) => (count === 1 ? 'einem Passkey' : `${count} Passkeys`), password: 'einem Passwort' },
  changeRole: 'Rolle ändern',
  changeRoleOf: (email) => `Rolle ändern: ${email}`,
  changed: 'Die Rolle ist geändert.',
  remove: 'Entfernen',
  removeTitle: (email) => `${email} entfernen`,
  removeReason:
    'Die Person wird sofort von diesem Shop abgemeldet und sieht nichts mehr von ihm. Webhooks und Zahlungslinks, die sie angelegt hat, bleiben: Das Protokoll nennt sie.',
  keysEnd:
    'Auch diese API-Schlüssel enden. Programme, die sie verwenden, werden abgewiesen: Geben Sie ihnen vorher einen anderen.',
  removed: 'Entfernt.',
  reset: {
    action: 'Anmeldung zurücksetzen',
    title: (email) => `Anmeldung zurücksetzen: ${email}`,
    reason:
      'Für jemanden, der seinen Passkey oder sein Telefon verloren hat. Die Person wird überall abgemeldet, und Sie bekommen einen Link zum Verschicken. Er ersetzt ihre Passkeys und ihr Passwort, gilt einmal und eine Stunde lang. Geben Sie ihn niemandem sonst: Wer ihn hat, bekommt das Konto.',
    submit: 'Link erstellen',
    heading: 'Der Link zum Anmelden',
    subject: (shop) => `Anmeldung bei ${shop}`,
    body: (url) =>
      `Bitte öffnen Sie diesen Link, um sich wieder anzumelden. Er gilt einmal und eine Stunde lang.\n\n${url}\n`,
  },
  invitations: 'Offene Einladungen',
  noInvitations: 'Es gibt keine.',
  invitedBy: 'Eingeladen von',
  expires: 'Gilt bis',
  withdraw: 'Zurückziehen',
  withdrawFor: (email) => `Einladung von ${email} zurückziehen`,
  withdrawReason: 'Der Link gilt dann nicht mehr.',
  withdrawn: 'Die Einladung ist zurückgezogen.',
  anyAddress: 'wer den Link hat',
  inviteReason: 'Sie bekommen einen Link zum Verschicken. Er gilt einmal.',
  link: {
    heading: 'Die Einladung',
    reason: (email) => `Schicken Sie diesen Link an ${email}. Er wird nur dieses eine Mal gezeigt.`,
    label: 'Link',
    mail: 'E-Mail schreiben',
    subject: (shop) => `Einladung zu ${shop}`,
    body: (url) => `Bitte öffnen Sie diesen Link, um ein Konto zu bekommen. Er gilt einmal.\n\n${url}\n`,
    done: 'Ich habe ihn verschickt',
  },
  roles: 'Was die Rollen dürfen',
}
