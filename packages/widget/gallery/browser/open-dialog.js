// As a shop would do it.
document.querySelector('#pay').addEventListener('click', () => document.querySelector('crypto-checkout').open())
