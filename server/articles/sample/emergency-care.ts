import type { SampleArticle } from './sample-article.ts';

export const articles: SampleArticle[] = [
  {
    topicId: 'emergency-care',
    title: 'A Knocked-Out Tooth: The First Thirty Minutes',
    excerpt:
      'A permanent tooth that has been knocked out can often be saved, if it is handled gently, kept moist and brought to a dentist fast.',
    tags: ['accident', 'knocked-out tooth', 'first aid', 'sports'],
    metaTitle: 'Knocked-out tooth: the first thirty minutes',
    metaDescription:
      'How to pick up a knocked-out tooth, how to put it back or keep it moist, and why baby teeth are different.',
    content: `If a permanent tooth has been knocked out, time matters most. The cells on its root die when they dry. Put back within about half an hour, a tooth has a good chance. Later than that it may still be worth saving, so bring it along in any case.

First, look at the person

Has there been a loss of consciousness, vomiting, confusion, a severe headache, heavy bleeding, or a jaw that does not close as it should? Then call 911 or go to the emergency room. The head comes before the tooth.

Find the tooth and pick it up by the crown

The crown is the white part that is normally seen. Do not touch the root. If the tooth is dirty, rinse it briefly, for a few seconds, with cold milk, saline or water. Do not scrub it, do not use soap, and do not wrap it in tissue or cloth.

Put it back if you can

This is best for a permanent tooth. Hold it by the crown, check that it faces the right way, and press it gently into its socket. Then bite softly on a clean cloth or handkerchief to hold it there. It does not need to sit perfectly. The dentist will correct it.

Do not put a tooth back if the person is not fully awake or could swallow it.

If you cannot put it back

Keep it moist. Cold milk is a good choice and easy to find. A preservation kit from a pharmacy or a sports bag is better still. Saliva works for a short time. An adult or older child may hold the tooth inside the cheek, if there is no danger of swallowing it. Plain water is the last choice for storage, because it damages the cells of the root, but it is better than letting the tooth dry.

Call a dentist on the way

Say that a permanent tooth has been knocked out and when it happened. Most offices make room at once. After hours use the office's emergency number, an urgent dental clinic, or a hospital emergency room.

Baby teeth are different

Do not put a baby tooth back. It could harm the permanent tooth that is growing beneath it. Stop the bleeding with a clean cloth and see a dentist soon, who will check whether anything remained and whether neighboring teeth were hurt. Bring the tooth along. If you cannot find it and the child coughs or has trouble breathing, seek emergency care at once.

What the dentist does

The tooth is cleaned, set, and held to its neighbors with a thin flexible splint, usually for about two weeks. The dentist will ask about the last tetanus shot and may prescribe medicine. A tooth with a fully formed root will usually need root canal treatment soon afterward. Checkups go on for years, because the root can change slowly.

Loose or displaced teeth

A tooth that has been pushed in, out or sideways needs a dentist the same day as well. Do not force it back. Eat nothing on it and keep the mouth clean.

Before it happens

A mouthguard lowers the risk in contact sports, and also on skateboards and bicycles. Guards made by a dentist fit best, but one from a store is better than none. Keep a preservation kit with the team's first-aid supplies.`,
  },
  {
    topicId: 'emergency-care',
    title: 'Toothache at Night: What Helps Until Morning',
    excerpt:
      'Some toothaches can wait for the office to open, some cannot. How to tell them apart, and what is safe to do until then.',
    tags: ['toothache', 'pain', 'abscess', 'urgent care'],
    metaTitle: 'Toothache at night: what helps until morning',
    metaDescription:
      'Safe ways to ease a toothache overnight, what to avoid, and the warning signs that mean you should go now.',
    content: `Toothaches often feel worse at night. There is less to distract you, and lying down lets more blood flow to the head. Most of them can wait until morning. Some cannot, and it is good to know those first.

Go now

Go to an emergency room or call 911 if you have trouble breathing or swallowing, if swelling is spreading to the eye or the neck, if you cannot open your mouth more than a little, or if you have a fever with swelling and feel very ill. An infection from a tooth can spread and become dangerous. An emergency room may not repair the tooth, but it can treat the infection.

Pain in the jaw together with pressure in the chest, shortness of breath, sweating or nausea may come from the heart. Call 911.

Call a dentist tonight

Many offices have a number for emergencies. Call it if pain is severe and does not respond to anything, if there is swelling in the gum or face without the signs above, if a tooth was knocked out or moved, or if bleeding after an extraction does not stop after firm pressure.

What you can do at home

Rinse with warm salt water, about half a teaspoon in a glass, and spit it out. Clean gently between the teeth around the one that hurts. Food stuck there can cause remarkable pain, and floss may end it.

Hold a cold pack wrapped in a towel against the cheek for up to twenty minutes at a time. Sleep with your head raised on an extra pillow. Avoid what is very hot, very cold, sweet or hard, and chew on the other side.

Pain relievers from the drugstore help many people. Take only what is safe for you, follow the label, and do not mix products that contain the same ingredient. Ask a pharmacist or a doctor if you are pregnant, take blood thinners, or have trouble with your stomach, liver or kidneys, or if the pain is a child's. Children and teenagers should not be given aspirin.

What to avoid

Do not put aspirin on the gum. It burns the tissue and does not help the tooth. Do not use heat on a swollen face. Do not take antibiotics left over from another time. They do not cure a toothache, the wrong one can do harm, and the cause stays. Gels with benzocaine must not be given to children under two, because they can cause a rare but serious lack of oxygen in the blood.

What may be behind it

A short sting from something cold may be an exposed root or a worn edge. Pain that lingers after hot or cold can mean an inflamed nerve. Pain when biting may be a crack or an abscess. An ache in several upper teeth during a cold can come from the sinuses. A dentist finds out with an examination and usually an X-ray.

In the morning

Call as soon as the office opens, even if the pain is gone. A nerve that dies stops hurting for a while, but the infection can go on quietly. Say when it began, what makes it worse, whether there is swelling or fever, and what you have taken.

If you do not have a dentist, dental schools, community health centers and urgent dental clinics often see people on the same day.`,
  },
];
