import type { MerchantTexts } from './en.ts'

export const texts: MerchantTexts = {
  part: 'Ein Teil der Zahlung ist angekommen: %1$s.',
  seen: 'Die Zahlung wurde im Netzwerk gefunden und wird bestätigt. Liefern Sie noch nicht.',
  paid: 'Die Zahlung ist abgeschlossen: %1$s.',
  over: 'Es kam mehr an als der Preis: %1$s. Prüfen Sie die Zahlung, und erstatten Sie, was zu viel ist.',
  ended: 'Die Zahlung ist beendet. Es kam kein Geld an.',
  short:
    'Die Zahlung ist beendet, und es kam weniger an als der Preis: %1$s. Nehmen Sie es im Checkout an, oder erstatten Sie es.',
  late: 'Geld kam an, als die Zahlung schon beendet war: %1$s. Nehmen Sie es im Checkout an, oder erstatten Sie es.',
  other_price:
    'Eine Zahlung über %1$s ist abgeschlossen, aber die Bestellung hat einen anderen Preis. Erstatten Sie die Zahlung, oder liefern Sie.',
  after_cancel: 'Für diese Bestellung kam Geld an, obwohl sie storniert ist: %1$s. Erstatten Sie es, oder liefern Sie.',
  second: 'Die Bestellung ist schon bezahlt, und es kam noch mehr Geld für sie an: %1$s. Erstatten Sie es.',
  reverted:
    'Das Netzwerk hat das Geld zurückgenommen, das diese Bestellung bezahlt hat. Prüfen Sie die Zahlung, bevor Sie liefern.',
  refund_made: 'Eine Erstattung über %1$s wurde angelegt.',
  refund_sign: 'Eine Erstattung über %1$s wartet auf die Unterschrift Ihrer Wallet: %2$s',
  refund_lost:
    'Eine Erstattung über %1$s wartet auf die Adresse des Kunden, aber der Link zu ihrer Seite ist verloren. Brechen Sie die Erstattung im Checkout ab, und legen Sie sie neu an.',
  refund_submitted: 'Die Erstattung über %1$s wurde gesendet.',
  refund_completed: 'Die Erstattung über %1$s ist angekommen.',
  refund_failed:
    'Die Erstattung über %1$s ist gescheitert, aber die Bestellung zeigt sie noch. Legen Sie sie im Checkout neu an. Der Grund: %2$s',
  refund_cancelled: 'Die Erstattung über %1$s wurde im Checkout abgebrochen, aber die Bestellung zeigt sie noch.',
  not_paid: 'Diese Bestellung wurde nicht über den Checkout bezahlt.',
  is_paid: 'Diese Bestellung ist bezahlt.',
  is_cancelled: 'Diese Bestellung wurde storniert.',
  on_its_way: 'Eine Zahlung dieser Bestellung ist unterwegs.',
  interrupted:
    'Eine Erstattung über %1$s wurde unterbrochen. Erstatten Sie genau diesen Betrag, um sie abzuschließen, oder brechen Sie sie im Checkout ab.',
  no_coin:
    'Niemand kann bezahlen: Die Einstellungen des Checkouts haben für keinen Coin, den er anbietet, eine Wallet. Tragen Sie dort eine ein.',
  refused: 'Der Checkout lehnt ab: %1$s',
  unavailable: 'Diese Zahlungsart ist gerade nicht verfügbar. Bitte versuchen Sie es in einer Minute noch einmal.',
  refund_again: '%1$s Erstatten Sie denselben Betrag noch einmal: Er wird nur einmal gezahlt.',
  refund_failure: 'Die Erstattung wurde nicht angelegt: %1$s',

  look: 'Prüfen Sie die Zahlung der Bestellung %1$s',
  looked: 'Ich habe die Zahlung geprüft',

  about: 'Zahlungen in Stablecoins über Ihren eigenen Checkout-Server. Vorschau: noch in keinem Shop gelaufen.',
  enable: 'Stablecoins annehmen',
  method: 'Erste Wahl',
  method_hint:
    'Coin und Netzwerk, die der Zahler zuerst sieht, zum Beispiel USDC/polygon. Er kann alles andere wählen, was Ihr Checkout anbietet.',
  not_connected: 'Geben Sie die Adresse Ihres Checkouts ein, und wählen Sie dort den Shop.',
  connected: 'Verbunden mit %1$s auf %2$s.',
  connected_sandbox: 'Verbunden mit der Sandbox von %1$s auf %2$s.',
  connect: 'Verbinden',

  connect_address:
    'Der Shop wurde nicht verbunden: Das ist keine Adresse eines Checkouts. Geben Sie eine ein, die mit https beginnt, zum Beispiel https://pay.example.com.',
  connect_declined:
    'Der Shop wurde nicht verbunden, weil das im Checkout abgelehnt wurde. Drücken Sie auf „Verbinden“, um es neu zu versuchen.',
  connect_late:
    'Der Shop wurde nicht verbunden: Die Antwort kam nach mehr als zehn Minuten, oder sie gehört zu einem anderen Browser. Drücken Sie noch einmal auf „Verbinden“.',
  connect_insecure:
    'Der Shop wurde nicht verbunden: Das Zertifikat von %1$s ist nicht gültig. Fragen Sie, wer den Checkout betreibt, und drücken Sie dann noch einmal auf „Verbinden“.',
  connect_silent:
    'Der Shop wurde nicht verbunden: %1$s antwortet diesem Server nicht. Prüfen Sie die Adresse und die Firewall, und drücken Sie dann noch einmal auf „Verbinden“.',
  connect_refused:
    'Der Shop wurde nicht verbunden. Der Checkout lehnt ab: %1$s Drücken Sie noch einmal auf „Verbinden“.',
  connect_failed: 'Der Shop wurde nicht verbunden: %1$s Drücken Sie noch einmal auf „Verbinden“.',
  forbidden: 'Melden Sie sich als jemand an, der den Shop verwaltet, und drücken Sie noch einmal auf „Verbinden“.',
}
