import type { SheetTexts } from '../areas/simulated-wallet.ts'

export const sheetTexts: SheetTexts = {
  language: 'Język',
  title: 'Płatność portfelem',
  shop: 'Sklep',
  amount: 'Kwota',
  cards: 'Karta',
  kinds: { PAN_ONLY: 'Zapisana na koncie', CRYPTOGRAM_3DS: 'Na tym urządzeniu' },
  ends: { approved: 'przyjęta', challenge: 'z 3-D Secure', declined: 'brak środków' },
  noCards: 'Sklep nie przyjmuje żadnej z kart w tym portfelu.',
  address: 'Adres rozliczeniowy',
  passcode: 'Kod urządzenia',
  passcodeHint: 'Dowolne cztery cyfry; 0000 jest odrzucane.',
  wrongPasscode: 'Kod nie jest prawidłowy. Proszę spróbować ponownie.',
  pay: 'Zapłać',
  cancel: 'Anuluj',
  offline: 'Nie można połączyć się z portfelem. Proszę sprawdzić połączenie i spróbować ponownie.',
  hints: 'Błędy do tego testu',
  errors: {
    INTERNAL_ERROR: 'Portfel ulega awarii',
    BUYER_ACCOUNT_ERROR: 'Konto jest zablokowane',
    DEVELOPER_ERROR: 'Sklep jest źle skonfigurowany',
  },
  simulation: 'Ten portfel jest symulacją. Pieniądze nie są przekazywane.',
  unreadableTitle: 'Nie ma nic do zapłaty',
  unreadableText: 'Tę stronę otwiera się przyciskiem portfela w sklepie.',
}
