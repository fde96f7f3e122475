import '../styles/compact.css';
import Gallery from './Gallery.tsx';

export const page = { Component: Gallery };
