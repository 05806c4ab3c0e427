import type { BankTexts } from '../areas/simulated-bank.ts'

export const bankTexts: BankTexts = {
  language: 'Język',
  title: 'Potwierdzenie płatności',
  additionalTitle: 'Jeszcze jedno potwierdzenie',
  shop: 'Sklep',
  amount: 'Kwota',
  card: 'Karta',
  passwordLabel: 'Hasło jednorazowe',
  keepSecret: 'Tego hasła nie należy podawać nikomu, nawet bankowi.',
  submit: 'Potwierdź',
  cancel: 'Anuluj',
  errorPrefix: 'Błąd: ',
  passwordEmpty: 'Proszę podać hasło jednorazowe.',
  passwordWrong: {
    1: 'Błędne hasło. Pozostała jedna próba.',
    2: 'Błędne hasło. Pozostały dwie próby.',
  },
  hints: 'Hasła do tego testu',
  noMessage: 'Wiadomość nie jest wysyłana: ten bank jest symulacją.',
  anyPassword: 'Ten test kończy się tak samo przy każdym haśle.',
  meanings: {
    Y: 'potwierdza płatność',
    N: 'odmawia płatności',
    R: 'odrzuca płatność',
    U: 'bank jest niedostępny',
    A: 'próba zostaje zapisana',
    C: 'pyta jeszcze raz',
  },
  endings: {
    confirmed: 'Płatność potwierdzona',
    refused: 'Płatność niepotwierdzona',
    unavailable: 'Bank nie może teraz potwierdzić płatności',
    more: 'Jeszcze jeden krok',
    canceled: 'Płatność anulowana',
    failed: 'W banku wystąpił błąd',
    locked: 'Zbyt wiele błędnych haseł',
  },
  returning: 'Powrót do sklepu…',
  proceed: 'Dalej',
  silentTitle: 'Odpowiedź nie nadejdzie',
  silentText:
    'Ten test udaje bank, który nigdy nie odpowiada. Sklep przestaje czekać po dziesięciu minutach.',
  unreadableTitle: 'Tej strony nie można pokazać',
  unreadableText:
    'Zapytanie do banku jest niepełne lub zbyt stare. Proszę wrócić do sklepu i zacząć od nowa.',
}
