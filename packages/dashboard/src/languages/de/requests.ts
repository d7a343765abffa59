import type { Texts } from '../en/index.ts'

export const requests: Texts['requests'] = {
  intro:
    'Was Programme und Personen in den letzten 24 Stunden von der API wollten. Inhalte werden nicht aufbewahrt, und was das Dashboard liest, steht hier nicht.',
  empty: 'Keine Anfrage in den letzten 24 Stunden',
  emptyDetail: 'Anfragen mit einem Schlüssel dieser Umgebung erscheinen hier innerhalb von Sekunden.',
  noneFound: 'Keine Anfrage passt zu diesen Filtern.',
  method: 'Methode',
  path: 'Pfad',
  status: 'Status',
  statuses: {
    '2xx': '2xx: erledigt',
    '4xx': '4xx: abgelehnt',
    '5xx': '5xx: fehlgeschlagen',
    '400': '400: falsche Anfrage',
    '403': '403: nicht erlaubt',
    '404': '404: nicht gefunden',
    '429': '429: zu viele',
  },
  code: 'Code',
  actor: 'Wer',
  time: 'Zeit',
  duration: 'Dauer',
  ms: (count) => `${count} ms`,
  address: 'Von',
  id: 'Anfrage-ID',
}
