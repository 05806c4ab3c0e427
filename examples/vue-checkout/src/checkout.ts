import { createApp } from 'vue'
import Shop from './shop.vue'

createApp(Shop, JSON.parse(document.querySelector('#checkout-data')?.textContent ?? '{}')).mount('#shop')
